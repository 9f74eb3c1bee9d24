import { expect, test } from 'vitest'
import { OUTPUT_FACTS } from './facts.ts'

test.each(OUTPUT_FACTS)('a saved file for $title says so in its name', ({ file, spellings }) => {
  expect(spellings).toContain(file.name)
})
