/** Who may have the engine work, how much may be sent, and how often. */
export interface EngineRule {
  who: 'member' | 'visitor'
  scope: 'convert'
  bodyBytes: number
  limit: 'conversions'
  isForPrograms: true
}
