package main

// frenchCounter is the French of the verbs of the counter: issue, pack, retailer, claim, report.
var frenchCounter = map[string]string{
	// States and acts, by the names that they have in the API.
	"open": "ouvert", "lapsed": "échu", "refused": "refusé",
	"received": "livré", "confirmed": "confirmé", "active": "en vente", "settled": "réglé", "returned": "repris", "lost": "perdu", "stolen": "volé",
	"close_issue": "clore une émission", "publish_seeds": "publier les graines", "pay_file": "payer un dossier", "lift_opposition": "lever une opposition", "restore_pack": "rétablir des carnets", "refund_ticket": "rembourser un billet",
	"settle_packs": "règlement de carnets", "pay_claim": "lot payé", "misprint": "anomalie d'impression", "collect": "recouvrement",
	"centre": "centre de paiement", "day": "jour", "seen_before": "vu avant", "asked_after": "demandé après",

	// Serving.
	"Two SPECIMEN paper tickets of %s that retailer-1 has sold, to try; a real one shows its VIRN under the coating alone:": "Deux billets papier SPECIMEN de %s que retailer-1 a vendus, à essayer ; un vrai ne montre son VIRN que sous la pellicule :",
	"serial": "numéro de série", "VIRN": "VIRN",

	// Claims.
	"VIRN (under the coating): ":            "VIRN (sous la pellicule) : ",
	"lot: %s":                               "lot : %s",
	"%s in play money":                      "%s en argent fictif",
	"lots of this issue are paid before %s": "les lots de cette émission sont payés avant le %s",
	"%s of %s, reserved until %s.":          "%s de %s, réservé jusqu'au %s.",
	"Take the ticket. Pay? [y/N] ":          "Prenez le billet. Payer ? [o/N] ",
	"paid: %s for %s, reservation %s":       "payé : %s pour %s, réservation %s",
	"%s is not reserved any more.":          "%s n'est plus réservé.",
	"%s\nThe reservation is %s":             "%s\nLa réservation est %s",
	"file":                                  "dossier", "opened": "ouvert le", "claimant": "demandeur",
	"misprint (%s, article %s): give %s back and keep the ticket":        "anomalie d'impression (%s, article %s) : rendez %s et gardez le billet",
	"misprint (%s, article %s): give ticket %s for it and keep this one": "anomalie d'impression (%s, article %s) : donnez en échange le billet %s et gardez celui-ci",
	"file %s: %s for %s; two persons decide it:":                         "dossier %s : %s pour %s ; deux personnes en décident :",
	"Who claimed it is forgotten; what was paid stays in the record.":    "Le demandeur est oublié ; ce qui a été payé reste au registre.",
	"Nothing is paid on %s until two persons lift the opposition.":       "Rien n'est payé sur %s jusqu'à ce que deux personnes lèvent l'opposition.",

	// Issues, packs, retailers.
	"issue": "émission", "notice": "avis", "closing day": "jour de clôture", "paid until, in Paris": "payés jusqu'au, à Paris", "blocks": "blocs",
	"Issue %s is open: its packs can be delivered.":       "L'émission %s est ouverte : ses carnets peuvent être livrés.",
	"%s packs of %s, %s to %s: %s":                        "%s carnets de %s, %s à %s : %s",
	"charged %s, commission %s; the account stands at %s": "débité %s, commission %s ; le compte est à %s",
	"noted: %s; the account stands at %s":                 "noté : %s ; le compte est à %s",
	"pack":                                                "carnet", "charged": "débité", "commission": "commission", "limit": "plafond", "in play money": "en argent fictif", "play money": "argent fictif",
	"%s, %s": "%s, %s", "time": "heure", "about": "objet", "in all": "en tout",

	// Reports.
	"packs": "carnets", "refunded": "remboursé", "left in the game": "reste au jeu", "theoretical": "théorique", "expected to be paid yet": "probablement à payer",
	"What is expected follows from the prize table: which tickets win, nobody knows. \"tirage block show\" has the lots left.": "Ce qui est probable suit du tableau des lots : quels billets gagnent, nul ne le sait. \"tirage block show\" donne les lots restants.",
	"tickets paid": "billets payés", "seen before": "vus avant", "asked after": "demandés après", "misprints": "anomalies", "why": "pourquoi", "asked": "demandé le", "was answered": "réponse",

	// Refusals.
	"nothing was paid, and the ticket is free again":                                                               "rien n'a été payé, et le billet est libre à nouveau",
	"--commission %s: write a share of the price, such as 5%% of it":                                               "--commission %s : écrivez une part du prix, comme 5%% de lui",
	"%q is no amount: write what was moved, above zero, as 285 or 40.50":                                           "%q n'est pas un montant : écrivez ce qui a été déplacé, au-dessus de zéro, comme 285 ou 40,50",
	"the code is another ticket's: it says %s":                                                                     "le code est celui d'un autre billet : il dit %s",
	"whether to pay is asked on a terminal: without one give --yes":                                                "s'il faut payer se demande sur un terminal : sans terminal, donnez --yes",
	"a VIRN is asked for on a terminal: without one give --virn-file":                                              "un VIRN se demande sur un terminal : sans terminal, donnez --virn-file",
	"a VIRN is not written on the command line, where others can see it: let it be asked for, or give --virn-file": "un VIRN ne s'écrit pas sur la ligne de commande, où d'autres le voient : laissez-le demander, ou donnez --virn-file",
	"standard input holds one thing: give files for the others":                                                    "l'entrée standard contient une seule chose : donnez des fichiers pour les autres",
	"standard input holds one secret: give --password-file or --virn-file a file":                                  "l'entrée standard contient un seul secret : donnez un fichier à --password-file ou à --virn-file",
	"%q are no packs: write a number (6667), or the first and the last (6667:6766)":                                "%q ne sont pas des carnets : écrivez un numéro (6667), ou le premier et le dernier (6667:6766)",
	"%s: two lines belong there: who claims the lot, by which paper; and the account it is paid to":                "%s : il y faut deux lignes : qui demande le lot, avec quelle pièce ; et le compte sur lequel il est payé",
	"%s\nWhether it was done is not known: call the same with --key %s, and it is not done twice":                  "%s\nOn ne sait si c'est fait : appelez de même avec --key %s, et ce n'est pas fait deux fois",
}
