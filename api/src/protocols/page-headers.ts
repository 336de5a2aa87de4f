/** helmet's default headers for documents; each page adds its own policy. https://helmetjs.github.io */
export const pageHeaders = {
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
}
