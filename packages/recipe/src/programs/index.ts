/** Programs that people connect with: facts beside their sources. A page loads them without the engine. */
export { PROGRAMS } from './programs.ts'
export { CORE_PROTOCOLS, importLinkOf, PLATFORMS, PROGRAM_PROTOCOLS, protocolsOf, sourceAddress } from './program.ts'
export type { Core, SourcedFact, Platform, Program, ProgramFormat, ProtocolName } from './program.ts'
