import { isListOrTemplate } from '@switchyard/recipe'

/** A text without nodes, to be looked at. */
export interface RecogniseJob {
  text: string
}

/** Whether it is a rule list or a template. */
export function recogniseJob({ text }: RecogniseJob): boolean {
  return isListOrTemplate(text)
}
