import { createHash } from 'node:crypto'
import type { Lang } from '@switchyard/convert/languages'

const STYLE = `
:root{color-scheme:light dark;--line:#8883;--go:#007f45;--on-go:#fff}
@media (prefers-color-scheme:dark){:root{--go:#00dc82;--on-go:#020617}}
body{font:16px/1.6 system-ui,sans-serif;max-width:32rem;margin:0 auto;padding:2.5rem 1rem}
h1{font-size:1.375rem;margin:0 0 1rem;text-wrap:balance}
p{margin:0 0 1rem}
.host{display:block;padding:.75rem 1rem;border:1px solid var(--line);border-radius:.5rem;font:600 1.125rem/1.4 ui-monospace,monospace;overflow-wrap:anywhere;unicode-bidi:isolate}
label{display:block;margin:0 0 .25rem}
input{font:inherit;box-sizing:border-box;width:100%;padding:.6rem .75rem;border:1px solid #888;border-radius:.5rem;margin:0 0 1rem}
a.go,button.go{display:inline-block;padding:.6rem 1.1rem;border:0;border-radius:.5rem;background:var(--go);color:var(--on-go);font:inherit;text-decoration:none;cursor:pointer}
button.plain{padding:.25rem 0;border:0;background:none;color:inherit;font:inherit;font-size:.875rem;text-decoration:underline;cursor:pointer}
.wrong{padding:.6rem .9rem;border-left:3px solid #dc2626}
hr{border:0;border-top:1px solid var(--line);margin:2rem 0 1rem}
:focus-visible{outline:2px solid var(--go);outline-offset:2px}
`
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/** What these pages may load: their own style. They have no script, and send their forms here alone. */
export const NOTE_PAGE_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`

/** A page that says one thing to a person. `title` and `body` are HTML. */
export function notePage(title: string, body: string, lang: Lang): string {
  return `<!DOCTYPE html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`
}

/** Asks for a password, which is sent to `action`. All of it is HTML. */
export function passwordForm(
  action: string,
  isWrong: boolean,
  words: { password: string; wrong: string; go: string },
): string {
  return `${isWrong ? `<p class="wrong" role="alert">${words.wrong}</p>` : ''}
<form method="post" action="${action}">
<label for="password">${words.password}</label>
<input id="password" name="password" type="password" required autocomplete="off" maxlength="128" autofocus>
<button class="go">${words.go}</button>
</form>`
}
