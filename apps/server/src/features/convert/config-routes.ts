import { type ClientId, findClientFacts } from '@switchyard/convert'
import { ApiRefusal } from '../../api-refusal.ts'
import type { Deps } from '../../deps.ts'
import type { TooMuch } from '../../engine/bounded.ts'
import type { WrongPart } from '../../engine/engine-output.ts'
import { outputNamed } from '../../engine/output-named.ts'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { within } from '../../http/engine-refusal.ts'
import type { EngineRule } from './engine-rule.ts'

/** What is done to a config that somebody brings. Nothing is fetched and nothing is kept. */
export function configs({ engine }: Pick<Deps, 'engine'>, rule: EngineRule): Endpoint[] {
  return [
    endpoint('POST /api/check', rule, async ({ body: { client, locale: lang, version, ...body }, asker }) => {
      const job = {
        kind: 'check',
        ...body,
        lang,
        ...clientIn(client),
        ...(version === undefined ? {} : { version }),
      } as const
      return given(await within(engine(job, asker())))
    }),
    endpoint('POST /api/explain', rule, async ({ body: { client, locale: lang, ...body }, asker }) =>
      given(await within(engine({ kind: 'explain', ...body, lang, ...clientIn(client) }, asker()))),
    ),
  ]
}

/** The client of a request, where it names one. Throws the refusal `bad-request` for a name that is none. */
function clientIn(name: string | undefined): { client?: ClientId } {
  if (name === undefined) return {}
  const output = outputNamed(name)
  const client = output && findClientFacts(output)
  if (!client) throw new ApiRefusal('bad-request', { field: 'client' }, null)
  return { client: client.id }
}

/** What came of a job, or the refusal that says why nothing did. */
function given<Answer extends object>(answer: Answer | WrongPart | TooMuch): Answer {
  if ('isTooMuch' in answer) throw new ApiRefusal('too-much-work')
  if ('field' in answer) throw new ApiRefusal('bad-request', { field: answer.field }, null)
  return answer
}
