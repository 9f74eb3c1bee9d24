import { Converter, usableSettings, type BuildRequest } from '@switchyard/recipe'

/** The texts that the page has put on its desk, and what was made of them: one for all tasks of a worker. */
export const converter = new Converter()

/** A request without the settings that nothing can be made of. */
export const usable = <R extends Pick<BuildRequest, 'settings' | 'lang'>>(request: R): R => ({
  ...request,
  settings: usableSettings(request.settings, request.lang).settings,
})
