/** What is wrong with a name for a branch, by the rules of `git check-ref-format`. */
export function branchNameIssue(name: string, taken: readonly string[]): 'needed' | 'bad' | 'taken' | undefined {
  const typed = name.trim()
  if (typed === '') return 'needed'
  const isForbidden = /[\p{Cc} ~^:?*[\\]|\.\.|@\{|\/\/|^[-/]|[./]$/u.test(typed)
  const isBadPart = typed.split('/').some((part) => part.startsWith('.') || part.endsWith('.lock'))
  if (isForbidden || isBadPart || typed === '@') return 'bad'
  return taken.includes(typed) ? 'taken' : undefined
}
