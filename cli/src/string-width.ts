export { default as stringWidth } from 'string-width'
