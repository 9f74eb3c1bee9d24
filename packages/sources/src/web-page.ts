/** Whether a text is a web page: what a login form, a blocked request or a wrong address answers. */
export function isWebPage(text: string): boolean {
  return /^\s*<(?:!doctype|html)\b/i.test(text)
}
