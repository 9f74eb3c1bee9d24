import type { FormFields, FormListKind, FormSectionView } from '@switchyard/convert/configs'

/** The part or rule that is open. */
export interface OpenPart {
  path: FormFields['path']
  kind: FormListKind
  /** What it is called, or the rule as it is written; undefined: whatever stands at the path. */
  name: string | undefined
}

/** The same part where it stands now; undefined where it is gone. */
export function openAgain(open: OpenPart, { lists }: FormSectionView): OpenPart | undefined {
  const parts = lists
    .filter(({ kind }) => kind === open.kind)
    .flatMap(({ path, items, texts }) =>
      texts ? texts.map((name, index) => ({ path: [...path, index], name })) : items.map(({ path, name }) => ({ path, name })),
    ) // oxfmt-ignore
  const key = open.path.join('\n')
  const there = parts.find(({ path }) => path.join('\n') === key)
  if (there && (open.name === undefined || open.name === there.name))
    return open.name === there.name ? open : { ...open, name: there.name }
  const moved = parts.filter(({ name }) => name === open.name)
  if (moved.length === 1) return { ...open, path: moved[0]!.path }
  // Of a rule that was rewritten, or a part whose name was typed over, the place is what stays.
  return there && { ...open, name: there.name }
}
