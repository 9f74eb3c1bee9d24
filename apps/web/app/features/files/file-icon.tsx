import type { FileEntry } from '@switchyard/git-hosts'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icons.ts'
import { endingOf, isPicture } from './file-endings.ts'

const CODE: ReadonlySet<string> = new Set(['yaml', 'yml', 'json', 'jsonc', 'ini', 'conf', 'js', 'toml'])

function iconOf({ kind, name }: FileEntry): IconName {
  if (kind === 'folder') return 'folder'
  if (kind !== 'file') return 'link'
  if (isPicture(name)) return 'image'
  return CODE.has(endingOf(name)) ? 'file-code' : 'file-text'
}

/** What kind of thing a row is. */
export function FileIcon({ entry }: { entry: FileEntry }) {
  return <Icon name={iconOf(entry)} className={`size-4 ${entry.kind === 'folder' ? 'text-link' : 'text-muted'}`} />
}
