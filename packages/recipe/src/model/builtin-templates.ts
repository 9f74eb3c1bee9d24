import type { BuiltinName } from '@switchyard/convert'

/** The engine's own templates; the engine itself is only loaded in the worker. */
export const BUILTIN = ['minimal', 'standard', 'full'] as const satisfies readonly BuiltinName[]
