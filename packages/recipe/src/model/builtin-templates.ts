/** The engine's own templates; the engine itself is only loaded in the worker. */
export { BUILTIN_NAMES as BUILTIN } from '@switchyard/convert/services'
