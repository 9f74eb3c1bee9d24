import { wordsIn, type Locale, type Words } from '../../lib/locale.ts'
import { Button } from '../../ui/button.tsx'

// The words of the app are what could not be had.
const TITLE: Words = { zh: '出错了', en: 'Something went wrong' }
const TEXT: Words = {
  zh: '页面没有完整加载。请检查网络，然后刷新。',
  en: 'The page did not load completely. Check the network, then reload.',
}
const RELOAD: Words = { zh: '刷新', en: 'Reload' }

/** The error page of an app that has no words: what it needs stands in it. */
export function StartFailure({ locale }: { locale: Locale }) {
  return (
    <main
      className="mx-auto flex min-h-dvh w-full max-w-xl flex-col items-start justify-center gap-4 px-4"
      data-error-page=""
    >
      <title>{wordsIn(locale, TITLE)}</title>
      <h1 className="text-3xl font-bold">{wordsIn(locale, TITLE)}</h1>
      <p className="text-base text-muted">{wordsIn(locale, TEXT)}</p>
      <Button look="solid" onClick={() => location.reload()}>
        {wordsIn(locale, RELOAD)}
      </Button>
    </main>
  )
}
