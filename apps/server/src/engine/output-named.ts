import { OUTPUT_FACTS, type OutputId } from '@switchyard/convert'

/** What is written under a name that `--to` of the command line takes. */
export function outputNamed(name: string): OutputId | undefined {
  return OUTPUT_FACTS.find(({ spellings }) => spellings.includes(name))?.id
}
