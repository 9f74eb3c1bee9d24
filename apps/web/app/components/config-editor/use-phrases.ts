import { useTranslations } from 'use-intl'

/** The words of the code editor, by the English ones that it asks for. */
const PHRASES = {
  Find: 'find', Replace: 'replace', next: 'next', previous: 'previous', all: 'all', 'match case': 'matchCase',
  regexp: 'regexp', 'by word': 'byWord', replace: 'replace', 'replace all': 'replaceAll', close: 'close',
  'Go to line': 'goToLine', go: 'go', unfold: 'unfold', 'folded code': 'folded', 'Fold line': 'fold',
  'Unfold line': 'unfold', 'Folded lines': 'folded', 'Unfolded lines': 'unfold', 'current match': 'currentMatch',
  'on line': 'onLine', 'Control character': 'control', 'Selection deleted': 'deleted',
  Completions: 'completions', 'replaced $ matches': 'replacedMatches', 'replaced match on line $': 'replacedMatch',
} as const // oxfmt-ignore

/** Gives the words of the editor. They are put together when there is one: the server, and who types, need none. */
export function usePhrases(): () => Record<string, string> {
  const t = useTranslations('configEditor')
  return () => ({
    ...Object.fromEntries(Object.entries(PHRASES).map(([english, key]) => [english, t(key, { n: '$' })])),
    '$ unchanged lines': t('unchanged', { n: '$' }),
    '$ lines': t('lines', { n: '$' }),
    'Line $': t('line', { line: '$' }),
  })
}
