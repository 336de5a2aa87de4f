/** The texts of the policy. `{app}` and `{email}` are replaced by the app's name and its support address. */
export interface Policy {
  intro: string
  sections: { title: string; text: string[] }[]
  contact: string
}
