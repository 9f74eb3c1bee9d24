import { describe, expect, test } from 'vitest'
import { askQuestions, hasQuestions } from './config-questions.ts'

describe.skipIf(!hasQuestions)('questions that the running programs answered (../shared/data/config-questions)', () => {
  const asked = hasQuestions ? askQuestions() : []
  const clients = [...new Set(asked.map(({ row }) => row.client))]

  test.each(clients)('%s: the same rule, groups and node', (client) => {
    const rows = asked.filter(({ row }) => row.client === client)
    const equal = rows.filter(({ differs }) => differs.length === 0).length
    console.log(`${client}: ${equal} of ${rows.length} answers`)
    const wrong = rows.filter(({ differs }) => differs.length > 0)
    expect(wrong.map(({ row, differs }) => `${row.id} ${JSON.stringify(row.ask)} ${differs.join('; ')}`)).toEqual([])
  })
})
