/**
 * Runs in `<head>` before anything else: the page's policy lets no text become code, and this is the one exception, the
 * scripts of the build, by which workers and the service worker are started.
 */
export const TRUSTED_TYPES_SCRIPT = `window.trustedTypes?.createPolicy('default',{createScriptURL(u){
const a=new URL(u,location.href);
return a.origin===location.origin&&/^\\/(assets\\/[\\w.-]+\\.js|sw\\.js)$/.test(a.pathname)?u:undefined}})`
