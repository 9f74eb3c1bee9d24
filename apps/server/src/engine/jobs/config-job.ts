import { createHash } from 'node:crypto'
import type { OutputId } from '@switchyard/convert'
import { namesOfNodes } from '@switchyard/convert/configs'
import { type KeptText, unpackedText } from '../../shared/kept-text.ts'
import type { Plan } from './plan-job.ts'

/** A config of a person's own, to be looked at before a version of it is kept. */
export interface ConfigJob {
  text: KeptText
  client: OutputId
}

/** Reads the names of the nodes that stand in a config. Nodes of its providers are left out. A config that cannot be read has none. */
export function configJob({ text: config, client }: ConfigJob): NonNullable<Plan['result']> {
  const text = unpackedText(config)
  const digest = createHash('sha256').update(`${client}\n${text}`).digest('hex')
  return { digest, names: namesOfNodes(text), skipped: 0 }
}
