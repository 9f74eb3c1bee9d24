import { useTranslations } from 'use-intl'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import {
  DATES,
  INPUT_FORMATS,
  type InputFormat,
  JAVA_VERSIONS,
  type JavaOptions,
  LIBRARIES,
  NULLABLES,
} from './code/options.ts'

interface Props {
  options: JavaOptions
  /** What the input was read as. */
  detected: InputFormat | undefined
  onChange: (change: Partial<JavaOptions>) => void
}

/** Only what the chosen output heeds. */
export function OptionFields({ options, detected, onChange }: Props) {
  const t = useTranslations('java')
  const { output } = options
  const auto = detected ? t('formats.detected', { name: t(`formats.${detected}`) }) : t('formats.auto')
  const isClass = output === 'record' || output === 'pojo'
  return (
    <section aria-labelledby="java-options" className="java-options">
      <h2 id="java-options" className="col-span-full font-semibold">
        {t('options')}
      </h2>
      <Field label={t('format')}>
        {(control) => (
          <Select
            value={options.format}
            choices={[
              { value: 'auto', label: auto },
              ...INPUT_FORMATS.map((value) => ({ value, label: t(`formats.${value}`) })),
            ]}
            onChange={(format) => onChange({ format })}
            data-testid="java-format"
            {...control}
          />
        )}
      </Field>
      {output !== 'properties' && (
        <>
          <Field label={t('packageName')}>
            {(control) => (
              <Input
                value={options.packageName}
                onChange={(event) => onChange({ packageName: event.target.value })}
                data-testid="java-package"
                {...control}
              />
            )}
          </Field>
          <Field label={t('rootClass')}>
            {(control) => (
              <Input
                value={options.rootClass}
                onChange={(event) => onChange({ rootClass: event.target.value })}
                data-testid="java-root"
                {...control}
              />
            )}
          </Field>
          <Field label={t('library')}>
            {(control) => (
              <Select
                value={options.library}
                choices={LIBRARIES.map((value) => ({ value, label: t(`libraries.${value}`) }))}
                onChange={(library) => onChange({ library })}
                data-testid="java-library"
                {...control}
              />
            )}
          </Field>
          <Field label={t('dates')}>
            {(control) => (
              <Select
                value={options.dates}
                choices={DATES.map((value) => ({ value, label: t(`dateKinds.${value}`) }))}
                onChange={(dates) => onChange({ dates })}
                data-testid="java-dates"
                {...control}
              />
            )}
          </Field>
        </>
      )}
      {isClass && (
        <>
          <Field label={t('version')}>
            {(control) => (
              <Select
                value={options.version}
                choices={JAVA_VERSIONS.map((value) => ({ value, label: t(`versions.${value}`) }))}
                onChange={(version) => onChange({ version })}
                data-testid="java-version"
                {...control}
              />
            )}
          </Field>
          <Field label={t('nullables')}>
            {(control) => (
              <Select
                value={options.nullables}
                choices={NULLABLES.map((value) => ({ value, label: t(`nullableKinds.${value}`) }))}
                onChange={(nullables) => onChange({ nullables })}
                data-testid="java-nullables"
                {...control}
              />
            )}
          </Field>
        </>
      )}
      {output === 'pojo' && (
        <Checkbox
          checked={options.hasLombok}
          onChange={(hasLombok) => onChange({ hasLombok })}
          className="self-end"
          data-testid="java-lombok"
        >
          {t('lombok')}
        </Checkbox>
      )}
    </section>
  )
}
