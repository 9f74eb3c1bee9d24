/** The provider's script. Its own ads ("auto ads") are switched on by naming the client in its address. */
export const AD_SCRIPT = 'https://pagead2.googlesyndication.com/pagead/js/adsbygoogle.js'

/**
 * The policy of the document of an ad. The document runs the scripts of the provider, and these load what they need. Its
 * origin is none of ours. The sandbox is set here and at the frame: whoever opens the document by its address gives it no
 * more rights.
 */
export function adFramePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    "style-src 'unsafe-inline' https:",
    'img-src https: data:',
    'font-src https: data:',
    'media-src https:',
    'connect-src https:',
    'frame-src https:',
    "form-action 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts allow-popups',
  ].join('; ')
}

/** The document of an ad: the provider's script and nothing of ours. `clientId` was checked with the settings. */
export function adFrame(clientId: string, nonce: string): string {
  return `<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Ad</title>
<style>:root{color-scheme:light}body{margin:0;overflow:hidden}</style>
<script async nonce="${nonce}" src="${AD_SCRIPT}?client=${clientId}" crossorigin="anonymous"></script>
</html>
`
}
