import { convertLists, type ListOptions } from '@switchyard/convert/configs'

/** A rule list of any form, and the form that is wanted. */
export interface ListJob extends Pick<ListOptions, 'to' | 'behavior'> {
  content: Uint8Array
}

/** The list in that form, and how many of its lines are not in it. */
export interface ListOutput {
  content: string | Uint8Array
  dropped: number
}

/** Writes a rule list in another form. */
export async function listJob({ content, to, behavior }: ListJob): Promise<ListOutput> {
  const list = await convertLists([{ name: '', content }], { to, ...(behavior === undefined ? {} : { behavior }) })
  return { content: list.content, dropped: list.dropped + list.skipped }
}
