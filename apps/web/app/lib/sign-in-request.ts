import { createStore, type ReadStore } from './store.ts'

interface SignInRequest {
  /** What can be had without an account, too: the dialog says how. */
  instead?: 'publish' | undefined
  answer: (isSignedIn: boolean) => void
}

const open = createStore<SignInRequest | undefined>(undefined)
/** Set while a dialog should ask the person to sign in, over whatever page is shown. */
export const signInRequest: ReadStore<SignInRequest | undefined> = open

let asked: PromiseWithResolvers<boolean> | undefined

/** Asks the person to sign in, without leaving the page. Resolves to whether they did. Who asks meanwhile gets the same answer. */
export function askToSignIn(instead?: SignInRequest['instead']): Promise<boolean> {
  if (asked) return asked.promise
  const { promise, resolve } = (asked = Promise.withResolvers<boolean>())
  open.set({
    instead,
    answer: (isSignedIn) => {
      asked = undefined
      open.set(undefined)
      resolve(isSignedIn)
    },
  })
  return promise
}
