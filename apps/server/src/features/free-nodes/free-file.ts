import { createHash } from 'node:crypto'
import { FREE_NODES_MAX } from '@switchyard/contract'
import { findClientFacts, OUTPUT_FACTS } from '@switchyard/convert'
import { addressText, converterText } from '@switchyard/locale'
import { readConverterQuery } from '@switchyard/recipe/converter-query'
import { MINUTE_MS, SECOND_MS } from '@switchyard/sources/spans'
import type { Context } from 'hono'
import { z } from 'zod'
import { AddressConverter, type AskedConversion, type Conversion } from '../../conversions/address-converter.ts'
import { answerRefused, ConversionFiles } from '../../conversions/conversion-files.ts'
import type { Deps } from '../../deps.ts'
import { outputNamed } from '../../engine/output-named.ts'
import type { Hosting } from '../../hosting.ts'
import { askingClient } from '../../http/client-agents.ts'
import { visitorKey } from '../../http/client-address.ts'
import { within } from '../../http/engine-refusal.ts'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { answerNotFound } from '../../http/failures.ts'
import { langOf } from '../../http/lang-of.ts'
import { ADDRESS_RULE, type RequestLimits } from '../../http/request-limits.ts'
import { MemoryLimit } from '../../shared/memory/limit.ts'
import type { CurrentNodes } from './free-nodes.ts'

const ALL = 'all'
const MINUTE_S = MINUTE_MS / SECOND_MS
const QUERY = { target: z.string().optional(), ver: z.string().optional(), list: z.boolean().optional() }
const STATUSES = [200, 304, 400, 404, 422, 429, 503]

type Needed = Pick<Deps, 'settings' | 'store' | 'now' | 'shared' | 'engine' | 'safeFetch'> & { limits: RequestLimits }

/** The current free nodes as a subscription, for any client: `/sub/free/all`, or the id of a source. */
export function freeFile(deps: Needed, { lists, freeNodes }: Pick<Hosting, 'lists' | 'freeNodes'>): Endpoint[] {
  const { settings, now, shared, limits } = deps
  const converter = new AddressConverter(deps, lists)
  const files = new ConversionFiles(deps)
  const underWay = shared.once<Conversion>('files of free nodes')
  const perVisitor = new MemoryLimit(ADDRESS_RULE)
  return [
    endpoint(
      'GET /sub/free/:source',
      { who: 'visitor', query: QUERY, statuses: STATUSES },
      async ({ c, address, asker, hold }) => {
        if (perVisitor.takeAtOnce(visitorKey(c, settings.TRUSTED_PROXIES), now()) > 0) return tooMany(c)
        const conversion = askedOf(c)
        if ('known' in conversion) {
          const message = converterText('bad-target', langOf(c), { targets: conversion.known.join(', ') })
          return answerRefused(c, { status: 400, message })
        }
        const source = c.req.param('source')
        const current = await freeNodes.current(source === ALL ? undefined : source)
        if (!current || current.sources.length === 0) return answerNotFound(c)
        if (current.nodes.length === 0) return unavailable(c)
        const { texts, dead } = usable(current)
        const key = keyOf(current, conversion)
        const kept = files.find(key)
        if (kept) return files.answer(c, kept)
        const { person, signal } = asker()
        const made = await within(
          underWay.run(
            key,
            async (stop) => {
              // A file that is at hand, or under way, costs no conversion.
              await limits.count('conversions', address())
              const party = { person, signal: stop, isMember: false }
              return converter.convertText(conversion, texts.join('\n'), party, hold)
            },
            signal,
          ),
        )
        const report = [made.report ?? '', `dead=${dead}`].join(' ').trim()
        if (!('text' in made)) return answerRefused(c, { ...made, report })
        return files.answer(c, files.keep(key, conversion, { ...made, report }))
      },
    ),
  ]
}

/**
 * What the address asks for wins, then the program. Whoever says neither gets links, in base64. `known`: what may be asked for,
 * where something else was.
 */
function askedOf(c: Context): AskedConversion | { known: string[] } {
  const agent = askingClient(c.req.header('user-agent'))
  const target = c.req.query('target') || 'auto'
  const to = target === 'auto' ? (agent?.to ?? 'base64') : outputNamed(target)
  if (to === undefined) return { known: ['auto', ...OUTPUT_FACTS.map(({ id }) => id)] }
  const { versions = [] } = findClientFacts(to) ?? {}
  const version = c.req.query('ver') ?? (agent?.to === to ? agent.version : undefined)
  if (version !== undefined && versions.length > 0 && !versions.includes(version))
    return { known: versions.map((each) => `${to}&ver=${each}`) }
  const query = readConverterQuery(
    new URLSearchParams({ filename: 'free-nodes', interval: '3600', list: c.req.query('list') ?? '' }),
  )
  return {
    query,
    to,
    version: version !== undefined && versions.includes(version) ? version : undefined,
    lang: langOf(c),
  }
}

function usable({ nodes }: CurrentNodes): { texts: string[]; dead: number } {
  const alive = nodes.filter((node) => !node.isDead)
  return { texts: alive.slice(0, FREE_NODES_MAX).map(({ text }) => text), dead: nodes.length - alive.length }
}

function keyOf({ tag }: CurrentNodes, { to, version, lang, query }: AskedConversion): string {
  return createHash('sha256')
    .update(JSON.stringify([tag, to, version, lang, query.switches.list]))
    .digest('base64url')
}

function unavailable(c: Context): Response {
  c.header('Retry-After', String(MINUTE_S))
  return c.text(`${addressText('unavailable', langOf(c))}\n`, 503)
}

function tooMany(c: Context): Response {
  c.header('Retry-After', String(MINUTE_S))
  return c.text(`${addressText('too-many', langOf(c))}\n`, 429)
}
