/** What helmet sets on documents by default, beside the policy that each page states itself. https://helmetjs.github.io */
export const pageHeaders = {
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
}
