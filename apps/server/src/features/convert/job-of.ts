import type { ConvertRequest, RecipeRequest } from '@switchyard/contract'
import {
  BUILTIN_NAMES,
  builtinTemplate,
  findTypeByName,
  outputFacts,
  SINGBOX_VERSIONS,
  XRAY_VERSIONS,
} from '@switchyard/convert'
import { serverMirror } from '@switchyard/convert/facts'
import { engineOptions } from '@switchyard/recipe/engine-options'
import { DEFAULT_COMMON, DEFAULT_OUTPUT_SETTINGS } from '@switchyard/recipe/model'
import type { ApplyJob } from '../../engine/jobs/apply-job.ts'
import type { JobOf } from '../../engine/engine-job.ts'
import { outputNamed } from '../../engine/output-named.ts'

/**
 * A request as a job of the engine; else the field that names what there is not. `draw` gives a new secret, `site` is where
 * the server answers.
 */
export function jobOf(request: ConvertRequest, draw: () => string, site: string): JobOf<'convert'> | { field: string } {
  const { sources, client, options, locale: lang } = request
  const to = outputNamed(client)
  if (to === undefined) return { field: 'client' }
  const name = BUILTIN_NAMES.find((each) => each === (options.template ?? 'standard'))
  if (name === undefined) return { field: 'options.template' }
  const version = SINGBOX_VERSIONS.find((each) => each === (options.singBoxVersion ?? 'compatible'))
  if (version === undefined) return { field: 'options.singBoxVersion' }
  const xrayVersion = XRAY_VERSIONS.find((each) => each === (options.xrayVersion ?? XRAY_VERSIONS[0]))
  if (xrayVersion === undefined) return { field: 'options.xrayVersion' }
  const excludes = readTypes(options.exclude)
  if (excludes === undefined) return { field: 'options.exclude' }
  const includes = readTypes(options.include)
  if (includes === undefined) return { field: 'options.include' }

  const { template: _, singBoxVersion: _version, exclude: _exclude, include: _include, ...rest } = options
  const { listsThroughServer = false, ...settings } = rest
  const { read, ...others } = engineOptions(
    {
      ...DEFAULT_COMMON,
      ...DEFAULT_OUTPUT_SETTINGS,
      ...settings,
      output: to,
      singboxVersion: version,
      xrayVersion,
      excludes: [...outputFacts(to).defaultExcludes, ...excludes],
      drawnSecret: draw(),
    },
    builtinTemplate(name, lang),
    lang,
  )
  const rules = listsThroughServer ? { ...others.rules, mirrors: [serverMirror(site)] } : others.rules
  return { kind: 'convert', sources, options: { ...others, rules, read: { ...read, includes } } }
}

/** A recipe as a job of the engine; else the field that names what there is not. */
export function applyJobOf(
  { client, locale: lang, ...request }: RecipeRequest,
  { drawSecret, ...given }: { drawSecret: () => string } & Pick<ApplyJob, 'listMirror' | 'date' | 'site'>,
): JobOf<'apply'> | { field: string } {
  const to = client === undefined ? undefined : outputNamed(client)
  if (client !== undefined && to === undefined) return { field: 'client' }
  return { kind: 'apply', ...request, ...given, lang, drawnSecret: drawSecret(), ...(to === undefined ? {} : { to }) }
}

/** Node types by any of their names; undefined when one of them is no type. */
function readTypes(names: readonly string[] = []): string[] | undefined {
  const types = names.map((name) => (name === 'info' ? name : findTypeByName(name)))
  return types.every((type) => type !== undefined) ? types : undefined
}
