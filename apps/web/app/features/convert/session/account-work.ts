import { TEXT_SOURCE, withCommon, withText } from '@switchyard/recipe/model'
import { EMPTY_MODEL, type History, type Model } from './model.ts'

type Steps = Pick<History, 'now' | 'past' | 'future'>

/** A model some of whose sources came from the account of a user. */
export function withAccount(model: Model, ids: readonly string[], user: string | undefined): Model {
  if (ids.length === 0) return model
  const { sources = [], text = '' } = model.account ?? {}
  const given = ids.includes(TEXT_SOURCE) ? model.sources.find(({ id }) => id === TEXT_SOURCE) : undefined
  const account = { sources: [...new Set([...sources, ...ids])], text: given?.text ?? text }
  return { ...model, account: user === undefined ? account : { ...account, user } }
}

/** Whose account it came from. */
export const userOf = ({ now, past, future }: Steps): string | undefined =>
  [now, ...past, ...future].find((step) => !isOwn(step))?.account?.user

/** Whether anything was done since the last source of an account came: that is nowhere else. */
export function isUnsaved({ now, past }: Steps): boolean {
  if (isOwn(now)) return false
  const steps = [...past, now]
  const came = steps.findLastIndex((step, at) => !isOwn(step) && step.account !== steps[at - 1]?.account)
  return came !== steps.length - 1
}

const isOwn = ({ account }: Model): boolean => account === undefined

/** Whether any of the steps holds what came from an account. */
export function isOfAccount({ now, past, future }: Steps): boolean {
  return ![now, ...past, ...future].every(isOwn)
}

/**
 * The steps without what came from an account. Edits and settings may be of its nodes, so they are again as they were
 * before it came; what a person added themselves since then stays.
 */
export function ownSteps({ now, past, future }: Steps): Steps {
  const before = past.filter(isOwn)
  const after = future.filter(isOwn)
  if (isOwn(now)) return { now, past: before, future: after }
  const base = before.at(-1) ?? EMPTY_MODEL
  const { sources: ids, text } = now.account!
  const sources = now.sources.filter(({ id }) => id === TEXT_SOURCE || !ids.includes(id))
  const added = withText({ ...base, sources }, ownText(now, text))
  // What was opened took the place of all: with nothing added since then, what stood there before is back.
  const own = added.sources.some((source) => source.text !== '' || source.url) ? added : base
  return { now: { ...own, clears: now.clears + 1 }, past: before.slice(0, -1), future: after }
}

/** The steps in which none of these templates is in use: the standard one is in its place. */
export function withoutTemplates<S extends Steps>(steps: S, ids: ReadonlySet<string>): S {
  const without = (model: Model): Model => {
    const { template } = model.common
    if (typeof template === 'string' || template.id === undefined || !ids.has(template.id)) return model
    return withCommon(model, { template: EMPTY_MODEL.common.template })
  }
  return { ...steps, now: without(steps.now), past: steps.past.map(without), future: steps.future.map(without) }
}

/** What a person wrote beside a text of their account; where both are mixed, nobody knows which line is whose. */
function ownText({ sources }: Model, given: string): string {
  const { text = '' } = sources.find(({ id }) => id === TEXT_SOURCE) ?? {}
  const ofAccount = given.trim()
  if (ofAccount === '') return text
  const at = text.indexOf(ofAccount)
  if (at !== -1) return text.slice(0, at) + text.slice(at + ofAccount.length).replace(/^\n/, '')
  const nodes = new Set(ofAccount.split('\n').map(nodeOf))
  return text.split('\n').some((line) => line.trim() !== '' && nodes.has(nodeOf(line))) ? '' : text
}

/** A line without the name of its node, which is what is edited most. */
const nodeOf = (line: string): string => line.replace(/#.*/, '').trim()
