import type { EndpointName } from '@switchyard/contract'
import { expect, test } from 'vitest'
import { operationId } from './operation-id.ts'

test.each<[name: EndpointName, id: string]>([
  ['GET /api/outputs', 'listOutputs'],
  ['GET /api/outputs/:output', 'getOutput'],
  ['POST /api/outputs', 'createOutput'],
  ['PATCH /api/outputs/:output', 'changeOutput'],
  ['DELETE /api/outputs/:output/addresses/:address', 'deleteOutputAddress'],
  ['GET /api/outputs/:output/addresses/:address', 'getOutputAddress'],
  ['POST /api/outputs/:output/addresses', 'createOutputAddress'],
  ['POST /api/outputs/:output/addresses/:address/rotate', 'rotateOutputAddress'],
  ['POST /api/outputs/:output/versions/:number/restore', 'restoreOutputVersion'],
  ['PUT /api/subscriptions/order', 'setSubscriptionsOrder'],
  ['POST /api/short-links/:link/restore', 'restoreShortLink'],
  ['POST /api/recipes/apply', 'applyRecipes'],
  ['POST /api/convert', 'convert'],
  ['GET /sub', 'getSub'],
  ['GET /sub/:token', 'getSubToken'],
  ['POST /s/:code', 'postSCode'],
  ['GET /openapi.json', 'getOpenapiJson'],
])('a client calls %s %s', (name, id) => expect(operationId(name)).toBe(id))
