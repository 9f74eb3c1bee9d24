import type { Lang } from '../../languages.ts'
import type { GroupKey } from '../group-keys.ts'
import { enUS } from './en-US.ts'
import { zhCN } from './zh-CN.ts'

/** What the groups of our templates are called. */
export const GROUP_NAMES: Readonly<Record<Lang, Readonly<Record<GroupKey, string>>>> = {
  'zh-CN': zhCN,
  'en-US': enUS,
}
