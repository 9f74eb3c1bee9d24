import { DEFAULT_LANG } from '@switchyard/convert/languages'
import { isClientId, outputFacts, type OutputId, type SubscriptionInfo } from '@switchyard/convert'
import { errorMessage } from '@switchyard/locale'
import type { Context } from 'hono'
import type { Deps } from '../../deps.ts'
import { writeIfPossible } from '../../db/database-failure.ts'
import type { Asker } from '../../shared/asker.ts'
import { outputNamed } from '../../engine/output-named.ts'
import { TEXTS_BODY_BYTES } from '../../http/body-limit.ts'
import { PackedAnswer } from '../../http/answer-json.ts'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { ApiRefusal } from '../../api-refusal.ts'
import { within } from '../../http/engine-refusal.ts'
import { pageLangOf } from '../../http/lang-of.ts'
import { siteUrlOf } from '../../http/host-check.ts'
import { reportAnswer } from '../../engine/report-answer.ts'
import { OWNER_ASKS_AGAIN_MS } from '@switchyard/sources'
import type { Hosting } from '../../hosting.ts'
import type { KeptText } from '../../shared/kept-text.ts'
import { ItemStore } from '../../items/item-store.ts'
import { OutputStore, type StoredOutput } from '../../outputs/output-store.ts'
import type { Previewed } from '../../outputs/renderer.ts'
import { clearPublications, listPublications } from '../../outputs/publication-store.ts'

/** What a person publishes: made of a recipe and items, or a config as it is, with addresses that clients fetch. */
export function outputs(
  deps: Pick<Deps, 'store' | 'engine' | 'now' | 'settings'>,
  { refresher, renderer, recorder }: Hosting,
): Endpoint[] {
  const { now, engine, settings } = deps
  const outputs = new OutputStore(deps.store)
  const items = new ItemStore(deps.store)
  return [
    endpoint('GET /api/publications', { who: 'member', scope: 'read' }, async ({ user }) => ({
      publications: await listPublications(deps.store.database.query, user.id),
    })),
    endpoint('DELETE /api/publications', { who: 'member', scope: 'write' }, async ({ user }) => {
      await clearPublications(deps.store.database, user.id)
      return {}
    }),
    endpoint('GET /api/outputs', { who: 'member', scope: 'read' }, async ({ user }) => {
      const list = await outputs.list(user.id)
      const subscriptions = await renderer.subscriptions(user.id)
      return { outputs: list.map((output) => withSubscription(output, subscriptions.get(output.id))) }
    }),
    endpoint(
      'POST /api/outputs',
      { who: 'member', scope: 'write', bodyBytes: TEXTS_BODY_BYTES },
      async ({ user, body: wanted, asker }) => {
        const client = wanted.kind === 'text' ? requireConfigClient(wanted.client) : requireClient(wanted.client)
        if (wanted.kind !== 'text') await requireRecipe(wanted, client, asker())
        const id = await outputs.create(user.id, { ...wanted, client }, user.language, now())
        await renderer.keepVersion(user.id, id, 'edit')
        return outputs.require(user.id, id)
      },
    ),
    endpoint('GET /api/outputs/:output', { who: 'member', scope: 'read' }, async ({ c, user, hold }) => {
      const shown = await outputs.require(user.id, await held(user.id, c, hold))
      return withSubscription(shown, await renderer.subscription(user.id, shown))
    }),
    endpoint(
      'PATCH /api/outputs/:output',
      { who: 'member', scope: 'write', bodyBytes: TEXTS_BODY_BYTES },
      async ({ c, user, hold, body, asker }) => {
        const { client: name, ...change } = body
        const output = await stored(user.id, c, hold)
        const { content } = output
        const requireOwn = content.kind === 'text' ? requireConfigClient : requireClient
        const client = name === undefined ? undefined : requireOwn(name)
        const isMadeAnew = [change.recipe, change.items, change.text].some((part) => part !== undefined)
        if (isMadeAnew && content.kind === 'recipe')
          await requireRecipe(
            { recipe: change.recipe ?? content.recipe, items: change.items ?? content.items },
            client ?? output.client,
            asker(),
          )
        await outputs.change(user.id, output.id, { ...change, client }, now())
        if (isMadeAnew || client !== undefined) await renderer.keepVersion(user.id, output.id, 'edit')
        return outputs.require(user.id, output.id)
      },
    ),
    endpoint('DELETE /api/outputs/:output', { who: 'member', scope: 'write' }, async ({ c, user }) => {
      await outputs.remove(user.id, c.req.param('output'))
      return {}
    }),
    endpoint('POST /api/outputs/:output/refresh', { who: 'member', scope: 'write' }, async ({ c, user, hold }) => {
      const output = await held(user.id, c, hold)
      const ids = new Set((await outputs.usedItems(user.id)).get(output))
      const startedAt = now()
      await refresher.refreshAll(
        Array.from(ids, (id) => ({ userId: user.id, id })),
        OWNER_ASKS_AGAIN_MS,
      )
      const sources = (await items.list(user.id)).filter(({ id }) => ids.has(id))
      const isAskedBefore = ({ kind, fromServer, lastTry }: (typeof sources)[number]) =>
        kind === 'address' && fromServer && lastTry !== undefined && lastTry.at < startedAt
      return {
        output: await outputs.require(user.id, output),
        sources,
        notAsked: sources.filter(isAskedBefore).map(({ id }) => id),
      }
    }),
    endpoint(
      'POST /api/outputs/:output/preview',
      { who: 'member', scope: 'read' },
      async ({ c, user, hold, body: { client }, asker }) => {
        const output = await stored(user.id, c, hold, true)
        const to = client === undefined ? output.client : requireClient(client)
        const shown = await within(renderer.preview(output, { to }, pageLangOf(c) ?? user.language, asker()))
        if ('answer' in shown) return new PackedAnswer(shown.answer)
        return { text: requireText(shown, output).text }
      },
    ),
    endpoint('GET /api/outputs/:output/record', { who: 'member', scope: 'read' }, async ({ c, user }) => {
      const id = await requireOutput(user.id, c)
      await writeIfPossible(recorder.write())
      return recorder.read(user.id, id)
    }),
    endpoint('GET /api/outputs/:output/versions', { who: 'member', scope: 'read' }, async ({ c, user }) => {
      const id = await requireOutput(user.id, c)
      return { versions: await outputs.versions(user.id, id) }
    }),
    endpoint(
      'GET /api/outputs/:output/versions/:number',
      { who: 'member', scope: 'read' },
      async ({ c, user, hold, asker }) => {
        const output = await stored(user.id, c, hold)
        const name = c.req.query('client')
        const asked = name === undefined ? undefined : requireClient(name)
        const number = requireNumber(c.req.param('number'))
        await hold(await outputs.versionBytes(user.id, output.id, number))
        const shown = await within(renderer.renderVersion(output, number, asked, asker()))
        const { text, to } = requireText(shown, output)
        return { number, client: to, text }
      },
    ),
    endpoint(
      'POST /api/outputs/:output/versions/:number/restore',
      { who: 'member', scope: 'write' },
      async ({ c, user, hold, body: { revision } }) => {
        const id = await held(user.id, c, hold)
        await renderer.restore(user.id, id, requireNumber(c.req.param('number')), revision)
        return outputs.require(user.id, id)
      },
    ),
    endpoint('POST /api/outputs/:output/follow', { who: 'member', scope: 'write' }, async ({ c, user, hold }) => {
      const id = await held(user.id, c, hold)
      await renderer.follow(user.id, id)
      return outputs.require(user.id, id)
    }),
    endpoint(
      'POST /api/outputs/:output/addresses',
      { who: 'member', scope: 'write' },
      async ({ c, user, body: address }) => {
        const id = c.req.param('output')
        if (address.client !== undefined) address.client = await requireAddressClient(user.id, id, address.client)
        await outputs.addAddress(user.id, id, address, now())
        return outputs.require(user.id, id)
      },
    ),
    endpoint('GET /api/outputs/:output/addresses/:address', { who: 'member', scope: 'read' }, async ({ c, user }) => {
      const token = await outputs.token(user.id, c.req.param('output'), c.req.param('address'))
      return {
        url: `${siteUrlOf(c, settings.SITE_URL)}/sub/${token}`,
        reachable: settings.SITE_URL !== undefined,
      }
    }),
    endpoint(
      'PATCH /api/outputs/:output/addresses/:address',
      { who: 'member', scope: 'write' },
      async ({ c, user, body: change }) => {
        const id = c.req.param('output')
        if (typeof change.client === 'string') change.client = await requireAddressClient(user.id, id, change.client)
        await outputs.changeAddress(user.id, id, c.req.param('address'), change)
        return outputs.require(user.id, id)
      },
    ),
    endpoint(
      'DELETE /api/outputs/:output/addresses/:address',
      { who: 'member', scope: 'write' },
      async ({ c, user }) => {
        const id = c.req.param('output')
        await outputs.removeAddress(user.id, id, c.req.param('address'))
        return outputs.require(user.id, id)
      },
    ),
    endpoint(
      'POST /api/outputs/:output/addresses/:address/rotate',
      { who: 'member', scope: 'write' },
      async ({ c, user, body: rotation }) => {
        const id = c.req.param('output')
        await outputs.rotate(user.id, id, c.req.param('address'), rotation, now())
        return outputs.require(user.id, id)
      },
    ),
  ]

  /** The id of the output, which the person has. Throws the refusal `not-found`. */
  async function requireOutput(userId: string, c: Context): Promise<string> {
    const id = c.req.param('output') ?? ''
    if ((await outputs.kindOf(userId, id)) === undefined) throw new ApiRefusal('not-found')
    return id
  }

  /**
   * The id of the output. Holds what opening it takes, and its texts where these are opened too. Throws the refusals
   * `not-found` and those of `hold`.
   */
  async function held(userId: string, c: Context, hold: Hold, withTexts = false): Promise<string> {
    const id = await requireOutput(userId, c)
    const { content, texts, newest } = await outputs.bytesToOpen(userId, id)
    // A restored version is what the output is made of.
    await hold(withTexts ? content + (texts || newest) : content)
    return id
  }

  /** Opens the output. Throws as `held` does. */
  async function stored(userId: string, c: Context, hold: Hold, withTexts = false): Promise<StoredOutput> {
    const output = await outputs.find(userId, await held(userId, c, hold, withTexts))
    if (!output) throw new ApiRefusal('not-found')
    return output
  }

  /** What an address gives instead of what the output says: a config as it is has one client alone. */
  async function requireAddressClient(userId: string, id: string, name: string): Promise<OutputId> {
    const client = requireClient(name)
    if ((await outputs.kindOf(userId, id)) === 'text') throw new ApiRefusal('bad-request', { field: 'client' })
    return client
  }

  /** A recipe that can be read, and whose addresses are all items: nothing else is fetched for it. */
  async function requireRecipe(
    { recipe, items: given }: { recipe: KeptText; items: Readonly<Record<string, string>> },
    to: OutputId,
    asker: Asker,
  ): Promise<void> {
    const plan = await within(engine({ kind: 'plan', recipe, to, lang: DEFAULT_LANG }, asker))
    if ('wrong' in plan) throw new ApiRefusal('bad-request', { field: plan.wrong })
    const missing = plan.addresses.find((id) => !Object.hasOwn(given, id))
    const unknown = Object.keys(given).find((id) => !plan.sources.includes(id))
    if (missing !== undefined || unknown !== undefined)
      throw new ApiRefusal('bad-request', { field: `items.${missing ?? unknown}` })
  }
}

type Hold = (bytes: number) => Promise<void>

/** The text of a result; else the refusal with the report and the sentence of the engine. */
function requireText(result: Previewed, { lang }: StoredOutput): Extract<Previewed, { text: string }> {
  if ('text' in result) return result
  if ('field' in result) throw new ApiRefusal('bad-request', { field: result.field })
  const { error, args, report, to } = result
  if (error === 'too-many-nodes') throw new ApiRefusal(error)
  const context = { client: to, unsupported: outputFacts(to).defaultExcludes }
  throw new ApiRefusal(
    'not-convertible',
    { reason: error, ...(report ? { report: reportAnswer(report, lang, context) } : {}) },
    errorMessage(error, lang, args),
  )
}

function requireClient(name: string): OutputId {
  const client = outputNamed(name)
  if (client === undefined) throw new ApiRefusal('bad-request', { field: 'client' })
  return client
}

/** A client that loads a config: a list of links is none. */
function requireConfigClient(name: string): OutputId {
  const client = requireClient(name)
  if (!isClientId(client)) throw new ApiRefusal('bad-request', { field: 'client' })
  return client
}

function requireNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new ApiRefusal('not-found')
  return Number(text)
}

function withSubscription<Output extends object>(output: Output, subscription: SubscriptionInfo | undefined) {
  return { ...output, ...(subscription ? { subscription } : {}) }
}
