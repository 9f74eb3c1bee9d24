import type { Lang } from '@switchyard/convert/languages'
import { type JavaResult, makeJava } from '../../features/java/code/make-java.ts'
import type { JavaOptions } from '../../features/java/code/options.ts'

/** Java from JSON, YAML and .properties. */
export const java = {
  make(text: string, options: JavaOptions, lang: Lang): JavaResult {
    return makeJava(text, options, lang)
  },
}
