import { createStore, type ReadStore } from './store.ts'

interface SignInRequest {
  answer: (isSignedIn: boolean) => void
}

const open = createStore<SignInRequest | undefined>(undefined)
/** Set while a dialog should ask the person to sign in, over whatever page is shown. */
export const signInRequest: ReadStore<SignInRequest | undefined> = open

/** Asks the person to sign in, without leaving the page. Resolves to whether they did. */
export function askToSignIn(): Promise<boolean> {
  open.get()?.answer(false)
  return new Promise((resolve) =>
    open.set({
      answer: (isSignedIn) => {
        open.set(undefined)
        resolve(isSignedIn)
      },
    }),
  )
}
