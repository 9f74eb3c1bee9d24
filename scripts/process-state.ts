/** Whose members code could replace for everybody in the process. */
const REPLACEABLE = {
  globalThis,
  console,
  Math,
  JSON,
  Date,
  Promise,
  'process.stdout': process.stdout,
  'process.stderr': process.stderr,
}
/** The test runner and libraries keep their own under such names. */
const OWN_NAME = /^__/
/** `@hono/node-server` puts its own in place of these once and for all, as it does where the server runs. */
const OF_SERVER = new Set(['globalThis.Request', 'globalThis.Response'])
/** What is removed with the process. */
const FOR_THE_END = 'exit'

/** What everything that runs in this process shares: globals, settings, folder, listeners. */
export function processState(): Map<string, unknown> {
  const state = new Map<string, unknown>([
    ['process.cwd()', process.cwd()],
    ['process.exitCode', process.exitCode],
  ])
  for (const [owner, object] of Object.entries(REPLACEABLE))
    for (const [name, member] of Object.entries(Object.getOwnPropertyDescriptors(object)))
      if (!OWN_NAME.test(name) && (owner === 'globalThis' || typeof member.value === 'function'))
        state.set(`${owner}.${name}`, member.get ?? member.value)
  for (const [name, value] of Object.entries(process.env)) state.set(`process.env.${name}`, value)
  for (const event of process.eventNames().filter((event) => event !== FOR_THE_END))
    state.set(`listeners for ${String(event)}`, process.listenerCount(event))
  return state
}

/** The names of what is another, new or gone. */
export function changesOf(before: Map<string, unknown>, after: Map<string, unknown>): string[] {
  const names = [...new Set([...before.keys(), ...after.keys()])]
  return names.filter((name) => !OF_SERVER.has(name) && !Object.is(before.get(name), after.get(name)))
}
