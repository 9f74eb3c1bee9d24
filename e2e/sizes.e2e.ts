import { asked, expect } from './journey.ts'
import { isPassed, weighed } from '../scripts/budgets.ts'
import { isBuilt, measuredSizes } from '../scripts/page-sizes.ts'

asked.skip(!isBuilt(), 'The web app is not built')

asked('the shell, its styles, every page and what comes later are within their budgets', () => {
  const sizes = weighed(measuredSizes())
  expect(sizes.length).toBeGreaterThan(10)
  expect(sizes.filter(isPassed)).toEqual([])
})
