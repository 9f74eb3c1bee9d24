import { createContext } from 'react-router'

/** Whether the person who asks for a page has a subscription of this id. Only the server knows it beforehand. */
export const ownOutputs = createContext<(id: string) => Promise<boolean>>(() => Promise.resolve(true))
