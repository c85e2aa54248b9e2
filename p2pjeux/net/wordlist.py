"""256 short French words, for codes and fingerprints (protocol/7-links.md, Words).

Without accents, so that any keyboard can type them. No two begin with the same four letters, and no
two differ in one letter only, so that what is read aloud is not mistaken.
"""

from typing import Final

WORDS: Final = tuple(
    """
    abri acier agneau aigle algue ancre anis arbre arche argile avion avril azur bagage balai
    banc barbe barque bassin baton berger beurre biche bijou billet bison blason bleu bocal bois
    bonbon botte bouc bougie brebis brique brume bulle cabane cadeau caille camion canard carafe
    castor cave cerise chaise chemin cheval chien chou cidre cigale cirque citron cobra colle
    comete copain corde coton coupe crabe crepe cube cuivre cygne dame dauphin dent desert
    diamant dinde doigt dragon drap eau echelle ecole ecran ecume epee epine erable etang etoile
    facade faisan falaise fanfare farine faucon fennec ferme fete feuille ficelle figue flamme
    fleur flute foin foret forge four fraise frite fromage fusee gant garage gateau gazon genou
    gilet girafe glace goutte graine grelot grue guepe guitare habit hamac hamster harpe herbe
    heron hetre hibou hiver homard huile huitre igloo image iris ivoire jade jardin jaune jonc
    jouet jument jupe kayak kiwi koala lac laine lampe lapin lezard lilas lion livre loup loutre
    lune lutin lynx magie maison mangue masque melon menthe miel mimosa miroir mouche moulin
    mouton muguet mur nacre nappe navet neige nid noix nuage oasis ocean oeuf oie oignon olive
    ombre orage orchis ortie ours pain palme panda papier parc peche perle phare piano pierre
    pinson pirate plage plume poire pomme pont poule prune puits puma quai quiche radis raisin
    renard rive rocher rose ruban ruche sable savon sel serpent singe soleil souris sucre
    tambour tapis tente tigre toit tonneau tortue toupie trefle truite tulipe vache vague valise
    vapeur velo vigne violon volcan wagon yaourt zebre
    """.split()  # noqa: SIM905  # 256 quoted words would be harder to read
)
