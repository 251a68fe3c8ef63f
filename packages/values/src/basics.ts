/** Functions of bytes, maps and words, for pages that load nothing of values. */

export { base64Of, base64UrlOf, bytesOfBase64, bytesOfBase64Url } from "./base64.js";
export { nameLiteral, stringLiteral } from "./literal.js";
export { append } from "./maps.js";
export { shortened } from "./wording.js";
