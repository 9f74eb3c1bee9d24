import type { Locale } from '../../lib/locale.ts'
import { PAGE_WORDS } from '../../page-words.ts'
import { Button } from '../../ui/button.tsx'

/** The error page of an app that has no words: what it needs stands in it. */
export function StartFailure({ locale }: { locale: Locale }) {
  // The words of the app are what could not be had.
  const words = PAGE_WORDS[locale].startFailure
  return (
    <main
      className="mx-auto flex min-h-dvh w-full max-w-xl flex-col items-start justify-center gap-4 px-4"
      data-error-page=""
    >
      <title>{words.title}</title>
      <h1 className="text-3xl font-bold">{words.title}</h1>
      <p className="text-base text-muted">{words.text}</p>
      <Button look="solid" onClick={() => location.reload()}>
        {words.reload}
      </Button>
    </main>
  )
}
