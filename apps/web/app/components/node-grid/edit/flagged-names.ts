import { flagEmoji, LEADING_FLAG } from '@switchyard/recipe/model'
import type { ListedNode } from '../types.ts'

/** What the steps `region` and `flag` make of a name, for the names that are seen. */
type Named = Pick<ListedNode, 'name' | 'region'>

/** The name says this region: its flag stands in front. A name that says so already stays. */
export function withRegion({ name, region: now }: Named, region: string): string {
  return now === region ? name : `${flagEmoji(region)} ${name.replace(LEADING_FLAG, '')}`
}

/** The name with the flag of its region in front. A name that has it, or tells no region, stays. */
export function withFlag({ name, region }: Named): string {
  const mark = region === undefined ? undefined : flagEmoji(region)
  return mark === undefined || name.includes(mark) ? name : `${mark} ${name}`
}

/** The name without its flags. */
export function withoutFlags({ name }: Named): string {
  return name.replaceAll(/[\u{1f1e6}-\u{1f1ff}]{2}\s*/gu, '')
}
