import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Failure } from '../../components/api-call/api-failure.ts'
import { useFailureWords } from '../../components/api-call/use-failure-words.ts'
import { useSubmit } from '../../components/api-call/use-submit.ts'
import { ItemRefusal, type ItemRefusalCode } from './item-repository.ts'

/** Those that a device gives; the server has words of its own. */
const WORDED = ['name-taken', 'bad-request', 'conflict', 'quota-reached', 'not-found', 'locked'] as const

/** Something that a form asks of a store of items, and why it failed. */
export function useItemSubmit(): ReturnType<typeof useSubmit> {
  return useSubmit(useRefusalWords())
}

/** Several things at once that are asked of stores of items: a slow source holds up no other one. */
export function useItemWork() {
  const words = useRefusalWords()
  const failureOf = useFailureWords()
  const [failure, setFailure] = useState<Failure>()
  /** Resolves to whether it went well; a failure is shown in words. */
  const submit = async (work: () => Promise<unknown>): Promise<boolean> => {
    setFailure(undefined)
    try {
      await work()
      return true
    } catch (error) {
      const own = words(error)
      setFailure(own === undefined ? failureOf(error) : { text: own })
      return false
    }
  }
  return { failure, submit, clear: () => setFailure(undefined) }
}

/** What a store of items says when it refuses; nothing for what the server says in words of its own. */
export function useRefusalWords(): (error: unknown) => string | undefined {
  const t = useTranslations('subscribe')
  return (error) => {
    if (error instanceof ItemRefusal) return t(`refusal.${wordedAs(error.code)}`)
    // What the storage of a browser answers when it is full, blocked or damaged.
    return error instanceof DOMException ? t('refusal.storage') : undefined
  }
}

const wordedAs = (code: ItemRefusalCode) => WORDED.find((one) => one === code) ?? 'bad-request'
