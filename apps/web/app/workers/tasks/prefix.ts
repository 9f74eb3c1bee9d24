import {
  type NamedNodes, type NamingIssue, namesOfNodes, prefixConfig, providersConfig, readNameBatches, type PrefixedConfig, type WantedNaming,
} from '@switchyard/convert/configs' // oxfmt-ignore
import { type Lang, reasonMessage, wordIssue } from '@switchyard/locale'

export type { BatchNaming, WantedNaming } from '@switchyard/convert/configs'

/** What a text holds that can be named. */
export interface ReadNaming {
  /** The text itself, or a config of the addresses in it. */
  config: string
  nodes: NamedNodes
}

/** A naming that is wrong, in words or by a code that the page has words for, by field. */
type NamingErrors = Readonly<Record<string, 'too-long' | 'line-break' | { words: string }>>

export interface MadePrefixes extends Omit<PrefixedConfig, 'batches' | 'issues'> {
  batches: readonly { errors: NamingErrors; samples: PrefixedConfig['batches'][number]['samples'] }[]
  /** What could not be done, in words. */
  issues: readonly string[]
}

/** Prefixes of mihomo's providers and nodes. */
export const prefix = {
  async readNamings(text: string): Promise<ReadNaming | undefined> {
    const config = (await providersConfig(text)) ?? text
    const nodes = await readNameBatches(config)
    return nodes && { config, nodes }
  },
  async makePrefixes(
    { config, nodes }: ReadNaming,
    wanted: readonly WantedNaming[],
    lang: Lang,
  ): Promise<MadePrefixes> {
    const { batches, issues, ...made } = await prefixConfig(config, nodes, wanted)
    return {
      ...made,
      batches: batches.map(({ issues, samples }) => ({ errors: errorsOf(issues, lang), samples })),
      issues: [...new Set(issues.filter(({ kept }) => kept === false).map((issue) => wordIssue(issue, lang)))],
    }
  },
  /** The names of the nodes that a provider answered with. */
  namesOfNodes: (text: string): string[] => namesOfNodes(text),
}

function errorsOf(issues: readonly NamingIssue[], lang: Lang): NamingErrors {
  return Object.fromEntries(
    issues.map(({ field, reason, regex }) => {
      if (regex === undefined) return [field, reason === 'line-break' ? reason : 'too-long']
      const args = { reason, at: regex.at, mistake: regex.mistake }
      return [field, { words: reasonMessage('rule-value', args, lang) ?? reason }]
    }),
  )
}
