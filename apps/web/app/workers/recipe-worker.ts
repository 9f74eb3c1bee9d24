import { readRecipe, writeRecipe } from '@switchyard/recipe'
import { expose } from 'comlink'

// Recipes as files: a worker of its own, so that nobody's first visit loads the schema.

const api = { readRecipe, writeRecipe }

export type RecipeWorkerApi = typeof api

expose(api)
