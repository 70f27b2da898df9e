package main

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"tirage/money"
)

// frenchRemarks is the French of the remarks that an audit makes beside its checks: the same verbs in the same order.
var frenchRemarks = map[string]string{
	"needs a manifest that can be read":                                                                                   "il faut un manifeste qui puisse se lire",
	"needs a manifest that the verifier key signed":                                                                       "il faut un manifeste que la clé de vérification a signé",
	"needs the game file that was announced":                                                                              "il faut le fichier de jeu qui a été annoncé",
	"neither envelopes nor tree are as large as the manifest's tickets make them":                                         "ni les enveloppes ni l'arbre n'ont la taille que leur donnent les tickets du manifeste",
	"the notes cannot be trusted as they stand (see signatures): this may only follow from that":                          "on ne peut se fier aux notes telles qu'elles sont (voir signatures) : ceci peut n'en être que la suite",
	"with the key in the folder, which proves nothing about who made the block: give the verifier key that was published": "avec la clé du dossier, qui ne prouve rien sur qui a fait le bloc : donnez la clé de vérification qui a été publiée",
	"%d of %d print files are not there: ":                                                                                "%d fichiers d'impression, sur %d, ne sont pas là : ",
	"their tickets are made again from the seeds":                                                                         "leurs tickets sont refaits à partir des graines",
	"destroyed after printing, as the call says":                                                                          "détruits après l'impression, dit l'appel",
	"needs both seeds: lots and faces were not made again":                                                                "il faut les deux graines : lots et faces n'ont pas été refaits",
	"without the seeds that were committed to, lots and faces were not made again":                                        "sans les graines auxquelles on s'est engagé, lots et faces n'ont pas été refaits",
	"needs both seeds: there are no print files":                                                                          "il faut les deux graines : il n'y a pas de fichiers d'impression",
	"needs the printer's identity or both seeds":                                                                          "il faut l'identité de l'imprimeur ou les deux graines",
	"%d of %d tickets were judged; the others need both seeds or their print files":                                       "%d tickets sur %d ont été jugés ; pour les autres il faut les deux graines ou leurs fichiers d'impression",
	"made again from the seeds: no print file was read":                                                                   "refaits à partir des graines : aucun fichier d'impression n'a été lu",
	"%d tickets without a print file that can be read were made again from the seeds":                                     "%d tickets sans fichier d'impression lisible ont été refaits à partir des graines",
	"the bytes of %d print files were not compared: they were written on a machine of another kind (amd64 with AVX2, or not), and take one to be written again": "les octets de %d fichiers d'impression n'ont pas été comparés : ils ont été écrits sur une machine d'une autre sorte (amd64 avec AVX2, ou non), et il en faut une pour les écrire de nouveau",
	"the folder holds packs %s only, not the block": "le dossier n'a que les paquets %s, non le bloc",
	"needs both seeds for the online share":         "il faut les deux graines pour la part en ligne",
	"needs every print file, or both seeds":         "il faut tous les fichiers d'impression, ou les deux graines",
}

// apart are two remarks side by side.
var apart = regexp.MustCompile(`([^ ]); `)

// remarks is what an audit notes beside a check, in the language.
func (t tongue) remarks(note string) string {
	if money.Lang(t) != money.FR {
		return note
	}
	longest := slices.SortedFunc(maps.Keys(frenchRemarks), func(a, b string) int { return len(b) - len(a) })
	for _, text := range longest {
		form := strings.NewReplacer("%d", "([0-9]+)", "%s", "([^ ]+)").Replace(regexp.QuoteMeta(text))
		re := regexp.MustCompile(form)
		note = re.ReplaceAllStringFunc(note, func(said string) string {
			var args []any
			for _, a := range re.FindStringSubmatch(said)[1:] {
				args = append(args, a)
			}
			return fmt.Sprintf(strings.ReplaceAll(frenchRemarks[text], "%d", "%s"), args...)
		})
	}
	return apart.ReplaceAllString(note, "$1 ; ")
}
