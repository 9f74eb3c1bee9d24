/** What is said of a commit where the person says nothing. */
export const COMMIT_MESSAGE_MAX = 200

/** `{path}` and `{name}` of a template, of a file. */
export function commitMessage(template: string, path: string): string {
  const name = path.split('/').at(-1) ?? path
  return template.replaceAll('{path}', path).replaceAll('{name}', name).trim()
}
