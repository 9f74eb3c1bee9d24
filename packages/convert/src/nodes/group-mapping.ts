/** The part of `--mapping` that groups need: template group names to the user's. */
export interface GroupMapping {
  groups: Readonly<Record<string, string>>
}
