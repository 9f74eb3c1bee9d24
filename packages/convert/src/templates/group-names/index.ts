import type { Lang } from '../../languages.ts'
import type { GroupKey, ServiceName } from '../group-keys.ts'
import { enUS } from './en-US.ts'
import { zhCN } from './zh-CN.ts'

/** What the groups of our templates are called. */
export const GROUP_NAMES: Readonly<Record<Lang, Readonly<Record<GroupKey, string>>>> = {
  'zh-CN': zhCN,
  'en-US': enUS,
}

/** What the group of a service is called. */
export function serviceTitle(service: ServiceName, lang: Lang): string {
  return GROUP_NAMES[lang][service]
}
