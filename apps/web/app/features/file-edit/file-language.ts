import { fileNameOf } from '../../components/file-save/file-address.ts'
import type { EditorLanguage } from '../../components/config-editor/language.ts'

const BY_EXTENSION: Readonly<Record<string, EditorLanguage>> = {
  yaml: 'yaml', yml: 'yaml', json: 'json', jsonc: 'json', json5: 'json', ini: 'ini', conf: 'ini', cfg: 'ini', properties: 'ini', toml: 'ini',
  js: 'javascript', mjs: 'javascript', cjs: 'javascript', ts: 'javascript', md: 'markdown', markdown: 'markdown',
  list: 'list', txt: 'list', rules: 'list',
} // oxfmt-ignore

/** What a file is written in, by its name. */
export function languageOfFile(path: string): EditorLanguage | undefined {
  const name = fileNameOf(path)
  return BY_EXTENSION[name.slice(name.lastIndexOf('.') + 1).toLowerCase()]
}
