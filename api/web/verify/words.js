/** The sentences of the report, in English or German. Whatever comes out of a file is cut short and made harmless. */

import { GERMAN } from "./words_de.js";
import { ENGLISH } from "./words_en.js";

const MAX_VALUE = 400;

/** Give the words of a language ("de", else English): `say(id, ...values)` puts the values into a sentence. */
export function wordsIn(language) {
  const sentences = language === "de" ? GERMAN : ENGLISH;
  return {
    say: (id, ...values) => sentences[id].replace(/\{(\d)\}/g, (_, place) => harmless(values[Number(place)])),
  };
}

/** Cut a value short, and write signs that could steer a terminal, or turn text round, as their numbers. */
function harmless(value) {
  const text = [...String(value)].slice(0, MAX_VALUE + 1).join("");
  const short = text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text;
  return short.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (sign) => `U+${sign.codePointAt(0).toString(16)}`);
}
